// Exits with one sentence under a Node.js that is too old to run the tools. Written in a syntax that any version reads.
var wanted = '20.19'
var parts = process.versions.node.split('.')
var major = Number(parts[0])

if (major < 20 || (major === 20 && Number(parts[1]) < 19)) {
  console.error(`This needs Node.js ${wanted} or newer; this is ${process.versions.node}: https://nodejs.org`)
  process.exit(1)
}
