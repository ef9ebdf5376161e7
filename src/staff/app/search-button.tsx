// Search from everywhere: a button in the bar, `/` where nobody types, and Ctrl+K.
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { areKeysOn, isInField } from '../entities/session/key-setting.ts'
import { useMayOpen } from '../entities/session/page-access.ts'
import { navigation } from './navigation.ts'
import styles from './staff-shell.module.css'

const LazySearchDialog = lazyPart(
  () => import('../features/search/search-dialog.tsx').then((part) => part.SearchDialog),
  null,
)

export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const mayOpen = useMayOpen()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]') || event.altKey) return
      const isControl = event.ctrlKey || event.metaKey
      const isSlash = event.key === '/' && !isControl && !isInField(event.target) && areKeysOn()
      if (!isSlash && !(isControl && event.key.toLowerCase() === 'k')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Button variant="quiet" aria-keyshortcuts="/ Control+K" title="Search (/)" onClick={() => setOpen(true)}>
        <Icon icon={Search} size="small" />
        <span className={styles.hiddenOnPhones}>Search</span>
      </Button>
      {isOpen && <LazySearchDialog pages={navigation.filter(({ to }) => mayOpen(to))} onClose={() => setOpen(false)} />}
    </>
  )
}
