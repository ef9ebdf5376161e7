import type { Api } from '#server/http/serve.ts'

export function ninRoutes(_api: Api, _options: object): void {}
