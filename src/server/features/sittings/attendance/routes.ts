import { serve } from '#server/http/serve.ts'
import type { StaffRoutes } from '#server/http/staff/staff-audience.ts'
import { markOutcomes } from '#shared/staff/attendance.ts'
import type { AttendanceService } from './attendance.ts'

export function registerAttendanceRoutes(api: StaffRoutes, { attendance }: { attendance: AttendanceService }): void {
  serve(api, 'doorList', async ({ params, principal }) => ({
    message: 'Who has a seat in this sitting.',
    data: await attendance.listDoor(params.id, principal),
  }))

  serve(api, 'seatsElsewhere', async ({ params, principal }) => ({
    message: 'Who sits elsewhere.',
    data: await attendance.listElsewhere(params.id, principal),
  }))

  serve(api, 'sittingAttendance', async ({ params, principal }) => ({
    message: 'The attendance of this sitting.',
    data: await attendance.count(params.id, principal),
  }))

  serve(api, 'markAttendance', async ({ params, body, principal }) => {
    const data = await attendance.mark(params.id, body, principal)
    return { message: `${markOutcomes[data.outcome]}.`, data }
  })

  serve(api, 'sendMarks', async ({ params, body, principal }) => ({
    message: 'The marks have arrived.',
    data: { answers: await attendance.send(params.id, body.marks, principal) },
  }))

  serve(api, 'markAbsentees', async ({ params, principal }) => ({
    message: 'Everybody who was not marked is absent.',
    data: { marked: await attendance.markAbsentees(params.id, principal) },
  }))
}
