document.title = "run";
