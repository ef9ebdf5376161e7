// One post: its vacancies, what it asks for and when it closes; a new one gets its name too.
import { useMemo, useState } from 'react'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { ErrorSummary } from '#kit/ui/feedback/error-summary.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { requirementNames, requirements } from '#shared/decisions/requirements.ts'
import { parseLocalDateTime, toLocalDateTime, unfinishedDate } from '#shared/format/local-time.ts'
import {
  formatPost,
  getPostKey,
  maxSettingText,
  type PostDetails,
  postDetails,
} from '#shared/staff/exercise-settings.ts'
import { RequirementFields, readRequirements, toFieldId } from './requirement-fields.tsx'

interface Props {
  /** Null for a new one. */
  post: PostDetails | null
  /** The posts that there are, whose schools, departments and roles are suggested. */
  posts: readonly PostDetails[]
  onSave: (post: PostDetails) => void
  onClose: () => void
}

type Errors = Readonly<Record<string, string>>

export function PostDialog({ post, posts, onSave, onClose }: Props) {
  const [errors, setErrors] = useState<Errors>({})
  // The summary takes the focus for new errors, and must not while somebody types.
  const summary = useMemo(
    () => Object.entries(errors).map(([path, message]) => ({ message, field: toFieldId(path) })),
    [errors],
  )

  function save(form: FormData) {
    const typed = readPost(form, post)
    const result = postDetails.safeParse(typed)
    const problems: Record<string, string> = {}
    for (const { path, message } of result.error?.issues ?? [])
      problems[path.join('.')] ??= describeProblem(path.join('.'), message)
    if (form.get('closesAt') === unfinishedDate)
      problems.closesAt = 'Enter the whole date and time, or clear all of it.'
    if (!post && result.success && posts.some((one) => getPostKey(one) === getPostKey(result.data)))
      problems.role = 'This post is in the list already.'
    setErrors(problems)
    if (result.success && Object.keys(problems).length === 0) onSave(result.data)
  }

  return (
    <FormDialog
      title={post ? formatPost(post) : 'Add a post'}
      intro={<ErrorSummary errors={summary} />}
      error={null}
      submit={post ? 'Keep' : 'Add'}
      isPending={false}
      onSubmit={save}
      onClose={onClose}
    >
      {!post && <NameFields posts={posts} errors={errors} />}
      <TextInput
        id={toFieldId('vacancies')}
        label="Vacancies"
        name="vacancies"
        inputMode="numeric"
        defaultValue={post?.vacancies ?? ''}
        error={errors.vacancies}
        optional
      />
      <RequirementFields asked={post?.requirements ?? {}} errors={errors} />
      <TextInput
        id={toFieldId('closesAt')}
        label="Closes"
        name="closesAt"
        type="datetime-local"
        hint="Nigerian time. Empty when it closes with the exercise."
        defaultValue={toLocalDateTime(post?.closesAt ?? null)}
        error={errors.closesAt}
        optional
      />
    </FormDialog>
  )
}

const nameLabels = { school: 'School', department: 'Department', role: 'Role' } as const
type NameField = keyof typeof nameLabels

const NameFields = ({ posts, errors }: { posts: readonly PostDetails[]; errors: Errors }) =>
  (Object.keys(nameLabels) as NameField[]).map((name) => (
    <div key={name}>
      <TextInput
        id={toFieldId(name)}
        label={nameLabels[name]}
        name={name}
        maxLength={maxSettingText}
        list={`known-${name}`}
        error={errors[name]}
        optional={name === 'department'}
      />
      <datalist id={`known-${name}`}>
        {[...new Set(posts.flatMap((post) => post[name] ?? []))].map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </div>
  ))

function readPost(form: FormData, post: PostDetails | null): Record<string, unknown> {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const name = post ?? { school: read('school'), department: read('department') || null, role: read('role') }
  return {
    school: name.school,
    department: name.department,
    role: name.role,
    vacancies: read('vacancies') === '' ? null : Number(read('vacancies')),
    requirements: readRequirements(form),
    closesAt: parseLocalDateTime(read('closesAt')),
  }
}

const labels: Readonly<Record<string, string>> = {
  ...nameLabels,
  ...Object.fromEntries(requirementNames.map((name) => [`requirements.${name}`, requirements[name].label])),
}

/** The messages of settings go on from their name; those of requirements are sentences. */
function describeProblem(path: string, message: string): string {
  if (path === 'vacancies') return 'Enter the vacancies as a whole number, or leave it empty.'
  return path in nameLabels ? `${labels[path]} ${message}.` : `${labels[path] ?? path}: ${message}`
}
