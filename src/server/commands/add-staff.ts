// `add-staff --email … --name … --roles admin` invites the first administrator: it prints the link instead of mailing it.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { addFirstAdministrator } from '#server/features/staff/people/add-first-administrator.ts'
import { maxEmailLength } from '#shared/policy/correctable-facts.ts'
import { getInvitationPath } from '#shared/staff/paths.ts'
import { maxStaffName } from '#shared/staff/text-limits.ts'
import { runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

const usage = 'For instance: npm run add-staff -- --email ada@example.org --name "Ada Obi" --roles admin'

const inputSchema = z.object({
  email: z.email('--email must be an email address').max(maxEmailLength).toLowerCase(),
  name: z.string('--name is missing').trim().min(1, '--name is missing').max(maxStaffName),
  roles: z.literal('admin', '--roles can only be admin: administrators invite everybody else').default('admin'),
  rescue: z.boolean().default(false),
})

export async function addStaffCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const result = inputSchema.safeParse(parseOptions(args))
  if (!result.success) throw new Error([...result.error.issues.map(({ message }) => message), usage].join('\n'))
  const { email, name, rescue } = result.data
  return withDatabase(env, async ({ db }) => {
    const { code, hours } = await addFirstAdministrator(db, { email, name, isRescue: rescue, now: new Date() })
    const port = env.PORT || '3000'
    const origin = (env.STAFF_URL || env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, '')
    return [
      `${name} can set up the account of an administrator within ${hours} hours:`,
      `  ${origin}${getInvitationPath(code)}`,
      'An exercise needs two administrators: run this for the second one too, before the first has used the link.',
    ].join('\n')
  })
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        roles: { type: 'string' },
        rescue: { type: 'boolean' },
      },
    }).values
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\n${usage}`, { cause })
  }
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(addStaffCommand)
