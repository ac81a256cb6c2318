module consumer {
    requires dev.jointly.io;
}
