import type { Api } from '#server/http/serve.ts'

export function uploadRoutes(_api: Api, _options: object): void {}
