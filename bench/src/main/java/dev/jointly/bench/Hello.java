package dev.jointly.bench;

/** The least a Java program can do: what its process takes is the floor of every other. */
final class Hello {
    private Hello() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
