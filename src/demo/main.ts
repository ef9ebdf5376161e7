// The demo's program: the server with invented people, whose credentials it prints.
import type { Adapters } from '#server/adapters.ts'
import { isDemo } from '#server/config.ts'
import { connect } from '#server/database/connection.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import type { Services } from '#server/services.ts'
import { readLocalSecret } from '#server/settings/local-secret.ts'
import { startServer } from '#server/start-server.ts'
import { formatDemoTable } from './applicants.ts'
import { seedDemoInbox } from './inbox.ts'
import { seedDemoInterviews } from './interviews.ts'
import { seedDemoMoney } from './money.ts'
import { seedOtherApplicants } from './others.ts'
import { seedDemoPublications } from './publications.ts'
import { seedDemoReviews } from './reviews.ts'
import { seedDemo } from './seed.ts'
import { seedDemoSittings } from './sittings.ts'
import { formatDemoStaff, seedDemoStaff } from './staff.ts'

/** As the owner of the tables: the demo has outcomes that no publication has made visible. */
async function addData(ownerUrl: string, dependencies: Adapters & Pick<Services, 'encryption'>) {
  const owner = connect(ownerUrl, { maxConnections: 4 })
  const demo = { ...dependencies, database: owner, db: owner.db }
  try {
    await createExerciseService(owner).ensureExercise()
    await seedDemo(demo)
    await seedOtherApplicants(demo)
    await seedDemoStaff(demo)
    await seedDemoInbox(demo)
    await seedDemoReviews(demo)
    await seedDemoPublications(demo)
    await seedDemoSittings(demo)
    await seedDemoInterviews(demo)
    await seedDemoMoney(demo)
  } finally {
    await owner.close()
  }
}

const describe = () => `${formatDemoTable()}\n\n${formatDemoStaff(new Date())}`

const addSecret = (env: NodeJS.ProcessEnv) => ({
  ...env,
  SECRET_KEY: env.SECRET_KEY || env.SECRET_KEY_FILE ? env.SECRET_KEY : readLocalSecret(env.DATA_DIR ?? '.data'),
})

if (isDemo(process.env)) startServer(addSecret(process.env), { addData, describe })
else {
  process.stderr.write('The demo runs with DEMO=1 only, and never with NODE_ENV=production.\n')
  process.exitCode = 1
}
