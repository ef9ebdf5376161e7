import { lazyPart } from '#kit/routing/lazy-part.tsx'

/** It knows every question of the form, so it loads when it is opened. */
export const LazyExportDialog = lazyPart(() => import('./export-dialog.tsx').then((part) => part.ExportDialog), null)
