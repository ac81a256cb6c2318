document.title = "Jointly";
