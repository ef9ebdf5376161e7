import type { Api } from '#server/http/serve.ts'

export function contactRoutes(_api: Api, _options: object): void {}
