import type { Api } from '#server/http/serve.ts'

export function exerciseRoutes(_api: Api, _options: object): void {}
