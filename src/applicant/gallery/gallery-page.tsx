// Every component in every state, for developers and reviewers. `npm run dev` serves it at /gallery; production builds
// do not contain it.
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { buttonGroup } from './buttons.tsx'
import { controlGroup } from './controls.tsx'
import { fieldsGroup } from './fields.tsx'
import styles from './gallery.module.css'
import { listGroup } from './lists.tsx'
import { messageGroup } from './messages.tsx'
import { progressGroup } from './progress.tsx'
import { structureGroup } from './structure.tsx'
import { tableGroup } from './tables.tsx'
import { wizardGroup } from './wizards.tsx'

const groups = [
  buttonGroup,
  messageGroup,
  progressGroup,
  fieldsGroup,
  structureGroup,
  tableGroup,
  controlGroup,
  listGroup,
  wizardGroup,
]

export const Component = () => (
  <div className={styles.gallery}>
    <div className={styles.head}>
      <PageHead
        title="Gallery"
        intro="Every component of the portal in every state. Point at things, tab through them, resize, zoom."
      />
      <nav className={styles.links} aria-label="Groups">
        {groups.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
    </div>
    {groups.map(({ id, title, Specimens }) => (
      <section key={id} id={id} className={styles.group} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <div className={styles.specimens}>
          <Specimens />
        </div>
      </section>
    ))}
  </div>
)
