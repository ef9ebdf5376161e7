import { type StaffActionOptions, useStaffAction } from '#staff/entities/session/use-staff-action.ts'

/** An action on a staff member; afterwards, and when it was refused, the newest state is read. */
export const usePersonAction = <Input extends unknown[] = []>(
  id: string,
  action: (...input: Input) => Promise<unknown>,
  options?: Pick<StaffActionOptions<never>, 'onDone'>,
) =>
  useStaffAction(action, {
    ...options,
    invalidates: [['person', id], ['people'], ['counts']],
    invalidatesOnError: true,
  })
