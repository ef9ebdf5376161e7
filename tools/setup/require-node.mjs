// Ends with a sentence under a Node.js that is too old. Written so that even a very old one can read it.
var wanted = '20.19'
var parts = process.versions.node.split('.')
var major = Number(parts[0])

if (major < 20 || (major === 20 && Number(parts[1]) < 19)) {
  console.error(`This needs Node.js ${wanted} or newer; this is ${process.versions.node}: https://nodejs.org`)
  process.exit(1)
}
