import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['schema', 'library-tables', 'unnamed-contents'].map(
    (name) => `./src/server/platform/database/schema/${name}.ts`,
  ),
  out: './src/server/platform/database/migrations',
  casing: 'snake_case',
})
