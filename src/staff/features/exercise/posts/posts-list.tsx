// The posts by department, each with what it has besides its name.

import { Button } from '#kit/ui/actions/button.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { formatRequirements } from '#shared/decisions/requirements.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { formatPost } from '#shared/staff/exercise-settings.ts'
import type { EditedPost } from './posts-edits.ts'
import styles from './posts-list.module.css'

interface RowActions {
  isReadOnly: boolean
  onEdit: (post: EditedPost) => void
  onRemove: (post: EditedPost) => void
  onUndo: (post: EditedPost) => void
}

export const PostsList = ({ posts, ...actions }: RowActions & { posts: readonly EditedPost[] }) => (
  <div className={styles.columns}>
    {groupByDepartment(posts).map(({ name, posts: own }) => (
      <section key={name} aria-label={name}>
        <h3 className={styles.department}>{name}</h3>
        <ul className={styles.posts}>
          {own.map((post) => (
            <li key={post.key} className={styles.post}>
              <div>
                <p className={styles.role}>
                  <span>{post.role}</span>
                  {post.state !== 'same' && <Status kind={states[post.state].kind}>{states[post.state].label}</Status>}
                </p>
                <p className={styles.facts}>{describePost(post).join('; ')}</p>
              </div>
              {!actions.isReadOnly && <Change post={post} {...actions} />}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

const states = {
  changed: { kind: 'waiting', label: 'Changed, not saved' },
  added: { kind: 'new', label: 'New, not saved' },
  removed: { kind: 'wrong', label: 'To be removed' },
} as const

function groupByDepartment(posts: readonly EditedPost[]) {
  const groups = new Map<string, EditedPost[]>()
  for (const post of posts) {
    const name = [post.department, post.school].filter(Boolean).join(', ')
    groups.set(name, [...(groups.get(name) ?? []), post])
  }
  return [...groups].map(([name, own]) => ({ name, posts: own }))
}

/** Only what is set: of most posts that is little. */
function describePost({ vacancies, requirements, closesAt, accounts }: EditedPost): string[] {
  const asked = formatRequirements(requirements).join(', ')
  return [
    ...(vacancies === null ? [] : [formatCounted(vacancies, 'vacancy', 'vacancies')]),
    ...(asked ? [`asks for ${asked}`] : []),
    ...(closesAt === null ? [] : [`closes ${formatDateTime(closesAt)}`]),
    formatCounted(accounts, 'account'),
  ]
}

/** A post that accounts hold cannot be removed, which the number beside it explains. */
function Change({ post, onEdit, onRemove, onUndo }: RowActions & { post: EditedPost }) {
  const name = formatPost(post)
  return (
    <div className={styles.actions}>
      {post.state === 'same' && post.accounts === 0 && (
        <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => onRemove(post)}>
          Remove
        </Button>
      )}
      {post.state !== 'same' && (
        <Button variant="quiet" aria-label={`Undo the change of ${name}`} onClick={() => onUndo(post)}>
          Undo
        </Button>
      )}
      {post.state !== 'removed' && (
        <Button variant="secondary" aria-label={`Edit ${name}`} onClick={() => onEdit(post)}>
          Edit
        </Button>
      )}
    </div>
  )
}
