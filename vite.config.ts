// The web app's build and its development server.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from './tools/build/chunks.mjs'

const api = process.env.API_URL ?? 'http://127.0.0.1:3005'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: oldestBrowsers,
    // The oldest supported browsers load modules without the polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Plugin timings are of no interest to somebody who starts the portal.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // One file for what most pages use: every request costs a round trip on a slow network.
          groups: [
            { name: 'base', test: /src[\\/](web[\\/](ui|lib|entities)|shared)[\\/]/, minShareCount: 5 },
            // Splitting it costs a kilobyte; public pages do not load it.
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, minShareCount: 2 },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    // The sources import #shared, which lies beside them.
    fs: { allow: ['../..'] },
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, { target: api, xfwd: true }])),
  },
})
