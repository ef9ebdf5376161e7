import type { PublicFacts } from '#web/entities/exercise/exercise.ts'
import styles from './home-page.module.css'

/** The open posts: a card per school, its departments, their roles. */
export const OpenPosts = ({ posts }: { posts: PublicFacts['posts'] }) => (
  <section aria-labelledby="posts">
    <h2 id="posts" className={styles.heading}>
      Open posts
    </h2>
    <div className={styles.schools}>
      {bySchool(posts).map(([school, open]) => (
        <article key={school} className={styles.school}>
          <h3 className={styles.schoolName}>School of {school}</h3>
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
        </article>
      ))}
    </div>
  </section>
)

function bySchool(posts: PublicFacts['posts']): [string, PublicFacts['posts'][number][]][] {
  const schools = new Map<string, PublicFacts['posts'][number][]>()
  for (const post of posts) schools.set(post.school, [...(schools.get(post.school) ?? []), post])
  return [...schools]
}
