// SQL written out and prepared once for each connection, for the few places where the query builder's work would show.
import type pg from 'pg'

/** The pool, or one of its connections while a transaction lasts on it. */
export type Runner = Pick<pg.Pool, 'query'>

/**
 * @param name under which connections keep it; one text has one name
 * @returns what runs it and brings the rows
 */
export const statement =
  <Row extends object>(name: string, text: string) =>
  async (runner: Runner, values: readonly unknown[]): Promise<Row[]> =>
    (await runner.query({ name, text, values: [...values] })).rows as Row[]
