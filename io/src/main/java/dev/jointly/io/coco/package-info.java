/** COCO's key point annotations into truth. Imports {@code evidence}, {@code problem} and {@code io}; Jackson. */
@NullMarked
package dev.jointly.io.coco;

import org.jspecify.annotations.NullMarked;
