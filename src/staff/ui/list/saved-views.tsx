import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormStack } from '#web/ui/layout/form-stack.tsx'
import { useMe } from '../../lib/staff-session.ts'
import { readStoredJson, writeStoredJson } from '../../lib/stored-json.ts'
import { Actions } from '../actions.tsx'
import { Dialog } from '../dialog.tsx'
import type { AddressQuery, ListAddress } from './list-address.ts'
import styles from './saved-views.module.css'

interface SavedView {
  name: string
  query: AddressQuery
}

/** Filters and order of a list under a name, on this device. A search is not saved: it may name a person. */
export function SavedViews({ list, address }: { list: string; address: ListAddress }) {
  const { id } = useMe()
  const storageKey = `staff-views:${id}:${list}`
  const [views, setViews] = useState(() => readStoredJson<SavedView[]>(storageKey) ?? [])
  const [isOpen, setOpen] = useState(false)

  function store(next: SavedView[]) {
    setViews(next)
    writeStoredJson(storageKey, next)
  }
  function save(form: FormData) {
    const name = String(form.get('name')).trim()
    if (name === '') return
    const { q: _search, after: _page, ...query } = address.query
    store([...views.filter((view) => view.name !== name), { name, query }])
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Views
      </Button>
      {isOpen && (
        <Dialog title="Saved views" onClose={() => setOpen(false)}>
          <ul className={styles.list}>
            {views.map((view) => (
              <li key={view.name} className={styles.view}>
                <Button
                  variant="quiet"
                  onClick={() => {
                    address.replaceAll(view.query)
                    setOpen(false)
                  }}
                >
                  {view.name}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => store(views.filter((one) => one !== view))}
                >
                  Delete
                </Button>
              </li>
            ))}
          </ul>
          {views.length === 0 && <p>None yet. Choose filters, then save them here under a name.</p>}
          <FormStack onSubmit={save}>
            <TextInput label="Save the current filters as" name="name" maxLength={60} autoComplete="off" />
            <Actions>
              <Button type="submit">Save</Button>
              <Button variant="secondary" onClick={() => setOpen(false)}>
                Close
              </Button>
            </Actions>
          </FormStack>
        </Dialog>
      )}
    </>
  )
}
