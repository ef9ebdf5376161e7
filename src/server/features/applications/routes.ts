import type { Api } from '#server/http/serve.ts'

export function applicationRoutes(_api: Api, _options: object): void {}
