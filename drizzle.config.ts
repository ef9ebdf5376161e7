import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['schema', 'library-tables', 'unnamed-contents'].map((name) => `./src/server/db/${name}.ts`),
  out: './src/server/db/migrations',
  casing: 'snake_case',
})
