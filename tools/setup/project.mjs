// Where things are, from the project's root.
import { fileURLToPath } from 'node:url'

/** The directory of package.json. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A path below the root.
 * @param {string} path with `/`
 */
export const inProject = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
