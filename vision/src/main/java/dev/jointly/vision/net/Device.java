package dev.jointly.vision.net;

/** What a network runs on. */
public enum Device {
    CPU,
    /** A GPU by NVIDIA; needs another build of ONNX Runtime than the one that comes with the program. */
    CUDA
}
