// Builds programs for Node.js from few files, which start faster than one per source file; packages stay in node_modules.
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { build } from 'vite'
import { inProject, root } from '../setup/project.mjs'

/** @typedef {import('vite').Rolldown.Plugin} Plugin */

// Programs, commands, and worker threads.
const isEntry = /(^|\/)(main|[\w-]+\.worker)\.ts$|^commands\/(?!open-|with-|command-line)[\w-]+\.ts$/

/**
 * Builds each `src/<world>` into `dist/<world>`: a file per entry, and one for each set of modules that the same entries
 * need. What the worlds share is built once, into the first.
 * @param {('server' | 'demo' | 'simulators')[]} worlds
 */
export async function buildNodePrograms(...worlds) {
  const output = inProject('dist')
  const [first, ...others] = worlds
  const entries = worlds.flatMap((world) =>
    filesOf(world)
      .filter((file) => isEntry.test(file))
      .map((file) => inProject(`src/${world}/${file}`)),
  )
  for (const world of worlds) rmSync(join(output, world), { recursive: true, force: true })
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    // Node.js reads the table of a package's exports again for each file that imports it, and this package has a thousand.
    ssr: { noExternal: ['drizzle-orm'] },
    build: {
      ssr: true,
      outDir: output,
      emptyOutDir: false,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        plugins: [modulePlaces, mapsOfLines],
        output: {
          // Node.js reads the maps at the start, and stack traces need no sources.
          sourcemapExcludeSources: true,
          // src/server/main.ts becomes dist/server/main.js.
          entryFileNames: ({ facadeModuleId }) => placeOf(facadeModuleId ?? ''),
          chunkFileNames: ({ moduleIds }) => {
            const isOf = (/** @type {string} */ world) => moduleIds.some((id) => placeOf(id).startsWith(`${world}/`))
            return `${others.find(isOf) ?? first}/chunks/[name].js`
          },
        },
      },
    },
  })
  for (const world of worlds) {
    for (const file of filesOf(world).filter(isAsset))
      cpSync(inProject(`src/${world}/${file}`), join(output, world, file))
  }
}

/** @param {string} world */
const filesOf = (world) =>
  readdirSync(inProject(`src/${world}`), { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(inProject(`src/${world}/${file}`)).isFile(),
  )

/**
 * Where a source file would be if it were built into one of its own, in `dist`.
 * @param {string} module
 */
const placeOf = (module) =>
  relative(inProject('src'), module)
    .replaceAll(sep, '/')
    .replace(/\.tsx?$/, '.js')

/**
 * Sources find files beside them by `import.meta.url`, which has to stay the place of the module, not of its chunk.
 * @type {Plugin}
 */
const modulePlaces = {
  name: 'module-places',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /import\.meta\.url/ },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', `import.meta.urlOf('${placeOf(id)}')`),
      map: null,
    }),
  },
  renderChunk: (code, { fileName }) => ({
    code: code.replace(/import\.meta\.urlOf\(["'](.+?)["']\)/g, (_, place) => {
      const path = relative(dirname(fileName), place).replaceAll(sep, '/')
      return `new URL(${JSON.stringify(path)}, import.meta.url).href`
    }),
    map: null,
  }),
}

/**
 * Of all places that a source map knows, those where another line begins: with all of them a server keeps 13 MB more.
 * @type {Plugin}
 */
const mapsOfLines = {
  name: 'maps-of-lines',
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !asset.fileName.endsWith('.map')) continue
      const map = JSON.parse(String(asset.source))
      const lines = decode(map.mappings).map((places) =>
        places.filter(([, source, line], n) => source !== places[n - 1]?.[1] || line !== places[n - 1]?.[2]),
      )
      asset.source = JSON.stringify({ ...map, mappings: encode(lines) })
    }
  },
}

/**
 * Migrations, fonts and other files that the code opens at run time.
 * @param {string} file
 */
const isAsset = (file) => !/\.(tsx?|md)$/.test(file) && !file.endsWith('tsconfig.json')
