/** From a picture to evidence: the only room that names the network runtime. */
@NullMarked
package dev.jointly.vision.net;

import org.jspecify.annotations.NullMarked;
