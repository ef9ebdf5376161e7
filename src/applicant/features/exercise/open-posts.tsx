import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import styles from './home-page.module.css'

/** A card for each school: a row for each department, with its roles. */
export const OpenPosts = ({ posts, title }: { posts: PublicExercise['posts']; title: string }) => (
  <section aria-labelledby="posts">
    <h2 id="posts" className={styles.heading}>
      {title}
    </h2>
    <div className={styles.schools}>
      {groupBySchool(posts).map(([school, open]) => (
        <article key={school} className={styles.school}>
          <h3 className={styles.schoolName}>School of {school}</h3>
          <div>
            {open.map(({ department, roles }) => (
              <div key={department} className={styles.department}>
                {department && <h4>{department}</h4>}
                <ul className={styles.roles}>
                  {roles.map((role) => (
                    <li key={role}>{role}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </article>
      ))}
    </div>
  </section>
)

function groupBySchool(posts: PublicExercise['posts']): [string, PublicExercise['posts'][number][]][] {
  const schools = new Map<string, PublicExercise['posts'][number][]>()
  for (const post of posts) schools.set(post.school, [...(schools.get(post.school) ?? []), post])
  return [...schools]
}
