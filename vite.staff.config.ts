// The staff app's build. A build of its own, so that nothing of it is in the applicants' pages.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { oldestBrowsers } from './tools/build/chunks.mjs'
import { completeStaff } from './tools/build/staff.mjs'

export default defineConfig({
  root: 'src/staff',
  base: '/staff/',
  // The applicants' development server, which runs beside this one, has the default place.
  cacheDir: '../../node_modules/.vite-staff',
  // Its icon and the naira font are the applicants'.
  publicDir: false,
  plugins: [react(), completeStaff()],
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
      output: {
        codeSplitting: {
          // What several pages use comes in three files: a list once took sixty requests.
          groups: [
            // All that the frame of a file shares with the app.
            { name: 'helpers', test: /preload-helper|@oxc-project/, priority: 1 },
            {
              // Without what needs zod: the sign-in does without.
              name: 'base',
              test: /node_modules[\\/](?!zod|pdfjs-dist)|src[\\/](kit|shared[\\/](?!lists|decisions[\\/]requirements|application[\\/]applicant|forms[\\/](schema|required)|staff[\\/]exercise-settings|roles[\\/]presented)|staff[\\/](http|entities[\\/](session|exercise)))/,
              minShareCount: 3,
            },
            {
              name: 'lists',
              test: /zod|src[\\/](staff[\\/]list|shared)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'cases',
              test: /src[\\/](staff[\\/](features[\\/]reviews|entities[\\/](?!file[\\/]frame))|kit[\\/]ui[\\/]layout[\\/]data-table)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    fs: { allow: ['../..'] },
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3005', xfwd: true } },
  },
})
