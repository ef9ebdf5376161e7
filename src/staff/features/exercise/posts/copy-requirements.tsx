// What one post asks for, copied to others.

import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { formatRequirements, type PostRequirements } from '#shared/decisions/requirements.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { formatPost } from '#shared/staff/exercise-settings.ts'
import type { EditedPost } from './posts-edits.ts'

interface Props {
  posts: readonly EditedPost[]
  onCopy: (requirements: PostRequirements, to: readonly EditedPost[]) => void
  onClose: () => void
}

export function CopyRequirementsDialog({ posts, onCopy, onClose }: Props) {
  const [from, setFrom] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string | null>(null)
  const source = posts.find(({ key }) => key === from)
  const others = posts.filter(({ key }) => key !== from)
  const to = others.filter(({ key }) => chosen.has(key))
  const isAll = to.length === others.length

  function copy() {
    if (!source) return setError('Choose the post whose requirements are copied.')
    if (to.length === 0) return setError('Choose at least one post to copy them to.')
    onCopy(source.requirements, to)
  }

  function toggle(key: string) {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }

  return (
    <FormDialog
      title="Copy requirements"
      error={error}
      submit={to.length > 0 ? `Copy to ${formatCounted(to.length, 'post')}` : 'Copy'}
      isPending={false}
      onSubmit={copy}
      onClose={onClose}
    >
      <Select
        label="From"
        options={Object.fromEntries(posts.map((post) => [post.key, formatPost(post)]))}
        value={from}
        onChange={({ target }) => setFrom(target.value)}
        hint={source && `Asks for ${formatRequirements(source.requirements).join(', ') || 'nothing'}.`}
      />
      <FieldGroup label="To" hint="Their own requirements are replaced. Vacancies and closing times stay.">
        {() => (
          <>
            <Button variant="quiet" onClick={() => setChosen(new Set(isAll ? [] : others.map(({ key }) => key)))}>
              {isAll ? 'Clear selection' : 'Select all'}
            </Button>
            {others.map((post) => (
              <Checkbox
                key={post.key}
                label={formatPost(post)}
                checked={chosen.has(post.key)}
                onChange={() => toggle(post.key)}
              />
            ))}
          </>
        )}
      </FieldGroup>
    </FormDialog>
  )
}
