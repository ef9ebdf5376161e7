// The staff app's build. A build of its own, so that nothing of it is in the applicants' pages.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from './tools/build/chunks.mjs'

export default defineConfig({
  root: 'src/staff',
  base: '/staff/',
  // The applicants' development server, which runs beside this one, has the default place.
  cacheDir: '../../node_modules/.vite-staff',
  // Its icon and the naira font are the applicants'.
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../../dist/staff',
    emptyOutDir: true,
    manifest: true,
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Names are relative to the root.
      input: { index: 'src/staff/index.html', 'file-frame': 'src/staff/file-frame.html' },
      checks: { pluginTimings: false },
    },
  },
  server: {
    port: 5174,
    fs: { allow: ['../..'] },
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3005', xfwd: true } },
  },
})
