package dev.jointly.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.options.CreateContainerOptions;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;

/** The three kinds of storage: a local folder, HDFS with a namenode and a datanode, and an S3 store; servers on loopback. */
final class Stores {
    /** Hadoop keeps a connection to each bucket for the life of the process, so that every server needs a bucket of its own. */
    private final String bucket;

    /** What identifies nobody: the server runs for the test alone. */
    private static final String KEY = "test";

    private final Path folder;
    private final MiniDFSCluster hdfs;
    private final S3Proxy s3;

    private Stores(Path folder, String bucket, MiniDFSCluster hdfs, S3Proxy s3) {
        this.bucket = bucket;
        this.folder = folder;
        this.hdfs = hdfs;
        this.s3 = s3;
    }

    static Stores start(Path folder) throws Exception {
        Configuration conf = new Configuration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
        hdfs.waitActive();
        BlobStore blobs = new FilesystemNio2BlobStore(
                Files.createDirectories(folder.resolve("s3")).toString());
        String bucket = "jointly-" + UUID.randomUUID();
        blobs.createContainer(bucket, CreateContainerOptions.NONE);
        S3Proxy s3 = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, KEY)
                .build();
        s3.start();
        return new Stores(folder, bucket, hdfs, s3);
    }

    /** Where a batch may write. */
    String root(String scheme) throws IOException {
        return switch (scheme) {
            case "file" -> folder.resolve("local").toUri().toString();
            case "hdfs" -> hdfs.getFileSystem().getUri() + "/out";
            default -> "s3a://" + bucket + "/out";
        };
    }

    /** What Hadoop has to know about them. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("fs.s3a.endpoint", "http://127.0.0.1:" + s3.getPort());
        settings.put("fs.s3a.endpoint.region", "us-east-1");
        settings.put("fs.s3a.path.style.access", "true");
        settings.put("fs.s3a.connection.ssl.enabled", "false");
        settings.put("fs.s3a.access.key", KEY);
        settings.put("fs.s3a.secret.key", KEY);
        settings.put("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        settings.put("fs.s3a.attempts.maximum", "3");
        return settings;
    }

    FileSystem files(String scheme) throws IOException {
        Configuration conf = new Configuration();
        settings().forEach(conf::set);
        return FileSystem.get(URI.create(root(scheme)), conf);
    }

    void stop() throws Exception {
        s3.stop();
        hdfs.shutdown();
    }
}
