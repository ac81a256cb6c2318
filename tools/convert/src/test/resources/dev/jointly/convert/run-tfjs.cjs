// Runs a TensorFlow.js graph model on images and writes what it gives at some of its nodes.
// node run-tfjs.cjs MODULES MODEL.json IMAGE.bin WIDTHxHEIGHT OUT NODE...
// The image is height x width x RGB bytes; OUT.0, OUT.1, ... are float32, as the nodes give them (NHWC).
const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');

const [modules, modelFile, imageFile, size, out, ...nodes] = process.argv.slice(2);
const load = createRequire(path.join(path.resolve(modules), 'index.js'));
const tf = load('@tensorflow/tfjs-core');
const {loadGraphModel} = load('@tensorflow/tfjs-converter');
load('@tensorflow/tfjs-backend-cpu');

async function main() {
  await tf.setBackend('cpu');
  const json = JSON.parse(fs.readFileSync(modelFile, 'utf8'));
  const files = json.weightsManifest.flatMap((group) => group.paths);
  const weights = Buffer.concat(files.map((file) => fs.readFileSync(path.join(path.dirname(modelFile), file))));
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology: json.modelTopology,
      format: json.format,
      signature: json.signature,
      weightSpecs: json.weightsManifest.flatMap((group) => group.weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.byteLength),
    }),
  });
  const [width, height] = size.split('x').map(Number);
  const image = tf.tensor4d(Int32Array.from(fs.readFileSync(imageFile)), [1, height, width, 3], 'int32');
  const found = model.execute({[model.inputs[0].name]: image}, nodes);
  (Array.isArray(found) ? found : [found]).forEach((tensor, i) => {
    fs.writeFileSync(`${out}.${i}`, Buffer.from(Float32Array.from(tensor.dataSync()).buffer));
  });
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
