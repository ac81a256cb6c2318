/** What the user came for: poses, each a skeleton of global detections and the local ones that go with it. Imports {@code problem}. */
@NullMarked
package dev.jointly.pose;

import org.jspecify.annotations.NullMarked;
