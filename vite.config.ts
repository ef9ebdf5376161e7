// The web app's build and its development server.
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './tools/build/chunks.mjs'
import { reactAliases } from './tools/build/react/aliases.mjs'
import { completeWeb } from './tools/build/web.mjs'

/** The development server of the staff's app (vite.staff.config.ts). */
const staff = process.env.STAFF_URL ?? 'http://127.0.0.1:5174'
const api = process.env.API_URL ?? 'http://127.0.0.1:3005'

/**
 * The names that the router gives its components for debugging keep a bundler from leaving unused ones out: forms, scroll
 * restoration and others, two kilobytes of every page.
 */
const dropUnusedRouterParts: Plugin = {
  name: 'drop-unused-router-parts',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= ((?:React\w*|React\$1)\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
  },
}

export default defineConfig({
  root: 'src/applicant',
  resolve: { alias: reactAliases },
  plugins: [dropUnusedRouterParts, completeWeb()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: oldestBrowsers,
    // The oldest supported browsers load modules without the polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Neither plugin timings nor packages' 'use client' are of interest to somebody who starts the portal.
      checks: { pluginTimings: false, moduleLevelDirective: false },
      output: {
        codeSplitting: {
          // One file for what most pages use: every request costs a round trip on a slow network.
          groups: [
            {
              name: 'base',
              // The days of the exam are for the dashboard and the slips.
              test: /src[\\/](kit|applicant[\\/](http|offline|uploads|entities)|shared[\\/](?!policy[\\/]exam))/,
              minShareCount: 5,
            },
            {
              name: 'session',
              // Before the form takes the limits with it, which every page needs.
              priority: 1,
              test: /src[\\/](applicant[\\/](app[\\/]layouts[\\/](brand|footer)|entities[\\/]session|features[\\/]auth[\\/]logout)|kit[\\/]browser[\\/]use-now|shared[\\/](policy[\\/](deadline|limits|money)|format[\\/]deadline))/,
            },
            // Splitting it costs a kilobyte; public pages do not load it.
            {
              name: 'query',
              test: /@tanstack[\\/]|src[\\/]applicant[\\/]entities[\\/]application[\\/](own|submitted)/,
              minShareCount: 2,
            },
            {
              name: 'icons',
              test: /[\\/]lucide-react[\\/]|layouts[\\/]logout-button|ui[\\/](actions[\\/]icon-button|feedback[\\/]status|layout[\\/](card|stepper))/,
              minShareCount: 2,
            },
            // What the dashboard and the payment page say of the way through the recruitment. Alone: what they import is
            // in the chunks of every page.
            {
              name: 'progress',
              test: /src[\\/](shared[\\/]policy[\\/](applicant-status|exam)|applicant[\\/]entities[\\/](exercise[\\/]deadline-notice|payment))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Of the preview and the application slip.
            {
              name: 'tables',
              test: /src[\\/](shared[\\/]slips[\\/]photo-captions|kit[\\/]ui[\\/]layout[\\/]data-table|applicant[\\/](features[\\/]applications[\\/]slip[\\/]photos))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Of both slips and the bank slip.
            {
              name: 'print',
              test: /src[\\/](shared[\\/]slips[\\/](?!photo)|kit[\\/]ui[\\/]print|applicant[\\/](entities[\\/]application[\\/](verification-code|download-link)))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'form',
              test: /src[\\/](applicant[\\/]form[\\/](state|form-context|use-visible-errors|view[\\/]focused-message|controls[\\/]control|uploads[\\/]upload-port)|kit[\\/]ui[\\/]inputs[\\/]textarea|shared[\\/](forms[\\/](?!file-types|table)|application[\\/](?!applicant)))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    // The sources import #shared, which lies beside them.
    fs: { allow: ['../..'] },
    proxy: {
      ...Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, { target: api, xfwd: true }])),
      // The base of that server ends with a slash.
      '^/staff(/|\\?|$)': { target: staff, rewrite: (path) => path.replace(/^\/staff(?!\/)/, '/staff/') },
    },
  },
})
