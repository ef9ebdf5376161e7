import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#kit/query/use-action.ts'

/** An action on a staff member; afterwards, and when it was refused, the newest state is read. */
export function usePersonAction<Input extends unknown[] = []>(id: string, action: (...input: Input) => Promise<void>) {
  const client = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['person', id] }),
      client.invalidateQueries({ queryKey: ['people'] }),
      client.invalidateQueries({ queryKey: ['counts'] }),
    ])
  }
  return useAction(
    async (...input: Input) => {
      await action(...input)
      await refresh()
    },
    { onError: () => void refresh() },
  )
}
