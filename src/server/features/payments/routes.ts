import type { Api } from '#server/http/serve.ts'

export function paymentRoutes(_api: Api, _options: object): void {}
