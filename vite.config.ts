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
    // Those browsers load modules; the polyfill would be weight for nothing.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long plugins take is no matter for whoever starts the portal.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // What most pages use is one file: a slow line pays for every request.
          groups: [
            { name: 'base', test: /src[\\/](web[\\/](ui|lib)|shared)[\\/]/, minShareCount: 5 },
            // In pieces it weighs a kilobyte more; no public page asks for it.
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
