import { textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { contactTitle, getPhoneLink, listContactFacts, type RegistryContact } from '#shared/format/registry-contact.ts'
import styles from './registry-contact.module.css'

/** How to reach the registry, as far as it is stated; nothing where nothing is. */
export function RegistryContactFacts({
  contact,
  className,
}: {
  contact: RegistryContact
  className?: string | undefined
}) {
  const facts = listContactFacts(contact)
  if (facts.length === 0) return null
  return (
    <section className={classNames(styles.contact, className)} aria-label={contactTitle}>
      <h2>{contactTitle}</h2>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {label === 'Phone' ? (
                <a className={textLinkClass} href={getPhoneLink(text)}>
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
