import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const unit = { testTimeout: 15_000, hookTimeout: 30_000, restoreMocks: true }

// A project per world: only the server's tests pay for a PostgreSQL, only the web's for a DOM.
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'shared',
          include: ['src/shared/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'server',
          include: ['src/server/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'simulators', include: ['src/simulators/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/web-setup.ts'],
        },
      },
    ],
  },
})
