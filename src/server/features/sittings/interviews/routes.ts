import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import type { Reading } from '#server/lists/routes.ts'
import type { PanelService } from './panels.ts'
import type { SheetService } from './sheets.ts'

export function registerInterviewRoutes(
  api: StaffRoutes,
  { panels, scoreSheets, reading }: { panels: PanelService; scoreSheets: SheetService; reading: Reading },
): void {
  serve(api, 'panels', async ({ params, principal }) => {
    const data = await panels.list(params.id, principal)
    // They name who sits there, as the list of seats does.
    await reading.record(principal, { list: 'seats', rows: data.slots.length, filters: ['sitting'] })
    return { message: 'The panels of the interview.', data }
  })

  serve(api, 'addPanel', async ({ params, body, principal }) => ({
    message: 'The panel is added.',
    data: await panels.add(params.id, body, principal),
  }))

  serve(api, 'changePanel', async ({ params, body, principal }) => ({
    message: 'The panel is saved.',
    data: await panels.change(params, body, principal),
  }))

  serve(api, 'removePanel', async ({ params, principal }) => ({
    message: 'The panel is removed.',
    data: await panels.remove(params, principal),
  }))

  serve(api, 'arrangeSlots', async ({ params, body, principal }) => ({
    message: 'The times are arranged.',
    data: await panels.arrange(params.id, body, principal),
  }))

  serve(api, 'changeSlot', async ({ params, body, principal }) => ({
    message: 'The time is saved.',
    data: await panels.changeSlot(params.id, body, principal),
  }))

  serve(api, 'interviews', async ({ query, principal }) => {
    const data = await scoreSheets.listOwn(query.exercise, principal)
    await reading.record(principal, { list: 'seats', rows: data.interviews.length, filters: ['panels'] })
    return { message: 'The interviews of your panels.', data }
  })

  serve(api, 'interview', async ({ params, principal }) => ({
    message: 'The interview.',
    data: await scoreSheets.find(params.id, principal),
  }))

  serve(api, 'handInSheet', async ({ params, body, principal }) => ({
    message: 'Your sheet is handed in.',
    data: await scoreSheets.handIn(params.id, body, principal),
  }))
}
