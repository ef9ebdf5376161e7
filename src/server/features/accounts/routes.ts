import type { Api } from '#server/http/serve.ts'

export function accountRoutes(_api: Api, _options: object): void {}
