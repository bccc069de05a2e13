// Compiles a folder of Python for the version of the functions, with CPython as WebAssembly.
import { loadPyodide } from "pyodide";

const [tree, prefix, version] = process.argv.slice(2);
const python = await loadPyodide();
const carried = python.runPython("import sys; f'{sys.version_info.major}.{sys.version_info.minor}'");
if (carried !== version) {
  console.error(`the npm package pyodide carries Python ${carried}, not ${version}`);
  process.exit(1);
}
python.mountNodeFS("/tree", tree);
python.globals.set("prefix", prefix);
python.runPython(`
import compileall, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("/tree", quiet=2, stripdir="/tree", prependdir=prefix, invalidation_mode=unchecked)
`);
