import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { SavedView } from '#shared/api/staff/lists/views.ts'
import { maxShortName } from '#shared/staff/text-limits.ts'
import { useStaffAction } from '../entities/session/use-staff-action.ts'
import { staffCall } from '../http/staff-call.ts'
import type { ListAddress } from './list-address.ts'
import styles from './saved-views.module.css'

interface Props {
  /** The name of the list. */
  list: string
  address: ListAddress
}

/** Filters and order of a list under a name, for the person who saves them, on every device. */
export function SavedViews(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Views
      </Button>
      {isOpen && <ViewsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ViewsDialog({ list, address, onClose }: Props & { onClose: () => void }) {
  const views = useQuery({
    queryKey: ['views', list],
    queryFn: async ({ signal }) => (await staffCall('staffViews', { query: { list }, signal })).data.rows,
  })
  return (
    <Dialog title="Saved views" onClose={onClose}>
      <QueryResult query={views} loading="Loading your views…" failed="Your views could not be loaded">
        {(rows) => (
          <ViewList
            list={list}
            views={rows}
            onOpen={({ query }) => {
              address.replaceAll(query)
              onClose()
            }}
          />
        )}
      </QueryResult>
      <SaveForm list={list} address={address} onClose={onClose} />
    </Dialog>
  )
}

interface ViewListProps {
  list: string
  views: readonly SavedView[]
  onOpen: (view: SavedView) => void
}

function ViewList({ list, views, onOpen }: ViewListProps) {
  const { run, isPending, error } = useStaffAction((id: string) => staffCall('deleteView', { params: { id } }), {
    invalidates: [['views', list]],
    invalidatesOnError: true,
  })
  if (views.length === 0) return <p>None yet. Choose filters, then save them here under a name.</p>
  return (
    <>
      <FormError>{error}</FormError>
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.id} className={styles.view}>
            <Button variant="quiet" onClick={() => onOpen(view)}>
              {view.name}
            </Button>
            <Button
              variant="quiet"
              busy={isPending}
              aria-label={`Delete the view ${view.name}`}
              onClick={() => void run(view.id)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function SaveForm({ list, address, onClose }: Props & { onClose: () => void }) {
  const [saved, setSaved] = useState('')
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      setSaved('')
      // Nor of which exercise: next year the view is of that one.
      const { q: _search, after: _page, exercise: _year, ...query } = address.query
      const { data } = await staffCall('saveView', { body: { list, name: String(form.get('name')), query } })
      setSaved(data.name)
    },
    { fields: ['name'], invalidates: [['views', list]] },
  )
  return (
    <FormStack onSubmit={run}>
      <FormError>{error}</FormError>
      <TextInput
        label="Save the current filters as"
        hint="What was searched for is not saved. A view with the same name is replaced."
        name="name"
        maxLength={maxShortName}
        error={errors.name}
      />
      <p role="status">{saved && `Saved as ${saved}.`}</p>
      <Actions>
        <Button type="submit" busy={isPending}>
          Save
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </FormStack>
  )
}
