import { Select } from '#kit/ui/inputs/select.tsx'
import { formatPost, getPostKey } from '#shared/staff/exercise-settings.ts'
import { useExercisePosts } from './exercise-posts.ts'

interface Props {
  /** The year. */
  exercise: number | undefined
  /** Chosen at first. */
  post?: ExercisePost
  error: string | undefined
}

type ExercisePost = Parameters<typeof getPostKey>[0] & { closed?: boolean }

const name = 'post'

/** One of the posts that the exercise has now. */
export function PostSelect({ exercise, post, error }: Props) {
  const known = useExercisePosts(exercise === undefined ? [] : [exercise])
  const posts = known ?? (post ? [post] : [])
  return (
    <Select
      // The choices may come later than the choice.
      key={String(known === null)}
      label="Post"
      hint={
        known ? undefined : `The posts have not been read yet, so that ${post ? 'no other' : 'none'} can be chosen.`
      }
      name={name}
      options={Object.fromEntries(posts.map((one) => [getPostKey(one), describePost(one)]))}
      defaultValue={post && getPostKey(post)}
      error={error}
    />
  )
}

const describePost = (post: ExercisePost): string => (post.closed ? `${formatPost(post)}, closed` : formatPost(post))

/** The post that was chosen; null for none. */
export function readPost(form: FormData): ExercisePost | null {
  const key = String(form.get(name) ?? '')
  if (key === '') return null
  const [school, department, role] = JSON.parse(key)
  return { school, department, role }
}
