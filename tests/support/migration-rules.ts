// Expand and contract: while a new version is rolled out, the previous one works on the migrated database, and after a
// rollback it works on it alone. A statement that breaks it waits for a later version and says so in a comment:
//   -- contract 0.4.0: nothing has read drafts.note since 0.3.0

const identifier = '(?:"[^"]+"|[\\w.]+)'

const rules: [pattern: RegExp, problem: string][] = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+(?:materialized\s+)?view\b/i, 'drops a view'],
  [/\bdrop\s+(?:function|type|schema|sequence)\b/i, 'drops what statements of the previous version may use'],
  [/\brename\s+(?:column\b|to\b|constraint\b)/i, 'renames something'],
  [/\brename\s+\S+\s+to\b/i, 'renames something'],
  [/\bset\s+not\s+null\b/i, 'makes a column mandatory'],
  [new RegExp(`\\balter\\s+column\\s+${identifier}\\s+(?:set\\s+data\\s+)?type\\b`, 'i'), "changes a column's type"],
  [/\bdrop\s+default\b/i, 'removes a default'],
  [/\bset\s+schema\b/i, 'moves something to another schema'],
  [/(?<!\b(?:or|before|after)\s+)\btruncate\b/i, 'removes rows'],
]

const contract = /^--\s*contract\s+(\d+\.\d+\.\d+):\s+\S+(?:\s+\S+){2,}/m

/**
 * @param sql a migration
 * @returns a sentence for each statement that breaks the previous version and has no `contract` comment with a version and a
 *   reason
 */
export function findBreakingStatements(sql: string): string[] {
  return splitStatements(sql).flatMap((statement) => {
    if (contract.test(statement)) return []
    const text = withoutCommentsAndBodies(statement)
    const problems = rules.filter(([pattern]) => pattern.test(text)).map(([, problem]) => problem)
    if (addsMandatoryColumn(text)) problems.push('adds a mandatory column without a default')
    return [...new Set(problems)].map((problem) => `${problem}: ${text.trim().replace(/\s+/g, ' ').slice(0, 80)}`)
  })
}

/** Comments before a statement belong to it. Bodies of functions are kept whole. */
function splitStatements(sql: string): string[] {
  const bodies: string[] = []
  const shortened = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => `\0${bodies.push(body) - 1}\0`)
  return shortened
    .split(/--> statement-breakpoint|;/)
    .map((statement) => statement.replace(/\0(\d+)\0/g, (_, index) => bodies[Number(index)] ?? ''))
}

const withoutCommentsAndBodies = (statement: string) =>
  statement.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")

function addsMandatoryColumn(statement: string): boolean {
  const columns = statement.split(/\badd\s+(?:column\s+)?/i).slice(1)
  return (
    /\balter\s+table\b/i.test(statement) &&
    columns.some(
      (column) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated|check|constraint)\b/i.test(column),
    )
  )
}
