package dev.jointly.io.pickle;

/** The opcodes the machine knows, by the names Python's pickletools has for them. */
final class Op {
    static final int PROTO = 0x80;
    static final int FRAME = 0x95;
    static final int STOP = '.';
    static final int MARK = '(';
    static final int POP = '0';
    static final int POP_MARK = '1';

    static final int NONE = 'N';
    static final int TRUE = 0x88;
    static final int FALSE = 0x89;
    static final int BININT = 'J';
    static final int BININT1 = 'K';
    static final int BININT2 = 'M';
    static final int LONG1 = 0x8a;
    static final int BINFLOAT = 'G';
    static final int SHORT_BINUNICODE = 0x8c;
    static final int BINUNICODE = 'X';
    static final int BINUNICODE8 = 0x8d;
    static final int SHORT_BINBYTES = 'C';
    static final int BINBYTES = 'B';
    static final int BINBYTES8 = 0x8e;
    static final int BYTEARRAY8 = 0x96;

    static final int EMPTY_TUPLE = ')';
    static final int TUPLE1 = 0x85;
    static final int TUPLE2 = 0x86;
    static final int TUPLE3 = 0x87;
    static final int TUPLE = 't';
    static final int EMPTY_LIST = ']';
    static final int APPEND = 'a';
    static final int APPENDS = 'e';
    static final int EMPTY_DICT = '}';
    static final int SETITEM = 's';
    static final int SETITEMS = 'u';

    static final int MEMOIZE = 0x94;
    static final int BINPUT = 'q';
    static final int LONG_BINPUT = 'r';
    static final int BINGET = 'h';
    static final int LONG_BINGET = 'j';

    static final int GLOBAL = 'c';
    static final int STACK_GLOBAL = 0x93;
    static final int REDUCE = 'R';
    static final int NEWOBJ = 0x81;
    static final int BUILD = 'b';

    private Op() {}
}
