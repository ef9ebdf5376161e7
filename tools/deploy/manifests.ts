// The Kubernetes manifests, typed: a field that does not exist, or a value of another type, does not compile.
// `npm run manifests` writes deploy/kubernetes.
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js'
import type { Job } from 'kubernetes-types/batch/v1.js'
import type { ConfigMap, Container, EnvVar, PodSpec, Secret, Service, Volume } from 'kubernetes-types/core/v1.js'
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js'
import type { Ingress } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'

/** The part of CloudNativePG's resource that the portal's cluster uses. */
interface PostgresCluster {
  apiVersion: 'postgresql.cnpg.io/v1'
  kind: 'Cluster'
  metadata: ObjectMeta
  spec: {
    instances: number
    minSyncReplicas: number
    maxSyncReplicas: number
    failoverDelay: number
    storage: { size: string }
    walStorage: { size: string }
    resources: { requests: Record<string, string>; limits: Record<string, string> }
    affinity: { enablePodAntiAffinity: boolean; topologyKey: string; podAntiAffinityType: 'required' | 'preferred' }
    postgresql: { parameters: Record<string, string> }
    bootstrap: {
      initdb: { database: string; owner: string; secret: { name: string } }
    }
    managed: {
      roles: { name: string; ensure: 'present'; login: boolean; passwordSecret: { name: string } }[]
    }
    backup: {
      retentionPolicy: string
      barmanObjectStore: {
        destinationPath: string
        endpointURL: string
        s3Credentials: Record<'accessKeyId' | 'secretAccessKey', { name: string; key: string }>
        wal: { compression: 'gzip' }
      }
    }
  }
}

const name = 'portal'
const labels = { 'app.kubernetes.io/name': name }
const metadata = { name, labels }
const image = 'registry.example.org/recruitment-portal:0.1.0'
const port = 3000
const secretsPath = '/run/secrets/portal'

const setting = (name: string, value: string): EnvVar => ({ name, value })
const secretFile = (name: string): EnvVar =>
  setting(`${name}_FILE`, `${secretsPath}/${name.toLowerCase().replaceAll('_', '-')}`)

const restricted: Pick<Container, 'securityContext'> = {
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
}

const podSecurity: Pick<PodSpec, 'securityContext' | 'automountServiceAccountToken'> = {
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 10_001,
    runAsGroup: 10_001,
    fsGroup: 10_001,
    seccompProfile: { type: 'RuntimeDefault' },
  },
}

/** Each pod gets only the secrets that it needs: the servers have no way to the owner's role. */
const secretVolume = (secretName: string): Volume => ({ name: 'secrets', secret: { secretName, defaultMode: 0o440 } })
const temporaryVolume: Volume = { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } }
const volumeMounts = [
  { name: 'secrets', mountPath: secretsPath, readOnly: true },
  { name: 'tmp', mountPath: '/tmp' },
]

const probe = (path: string) => ({ httpGet: { path, port: 'http' }, timeoutSeconds: 3 })

const serverContainer: Container = {
  name,
  image,
  ports: [{ name: 'http', containerPort: port }],
  envFrom: [{ configMapRef: { name: 'portal-settings' } }],
  env: [
    setting('MIGRATE', 'no'),
    setting('FILES', 's3'),
    secretFile('DATABASE_URL'),
    secretFile('SECRET_KEY'),
    secretFile('METRICS_TOKEN'),
    secretFile('S3_ACCESS_KEY_ID'),
    secretFile('S3_SECRET_ACCESS_KEY'),
    secretFile('REMITA_API_KEY'),
    secretFile('REMITA_PUBLIC_KEY'),
    secretFile('NIN_API_KEY'),
    secretFile('SMTP_URL'),
  ],
  // `npm run bench -- attacks`, all of them one after the other, takes a server to 1.4 GiB.
  resources: { requests: { cpu: '1', memory: '768Mi' }, limits: { memory: '2Gi' } },
  // A start waits up to five minutes for the migration.
  startupProbe: { ...probe('/healthz'), periodSeconds: 2, failureThreshold: 180 },
  livenessProbe: { ...probe('/healthz'), periodSeconds: 10, failureThreshold: 6 },
  // Without the database: its failover would take all pods out of the service, and the ingress would answer applicants.
  readinessProbe: { ...probe('/readyz?exclude=database'), periodSeconds: 2, failureThreshold: 2 },
  // The server goes on serving for 2 s after SIGTERM; endpoints may take longer to forget it.
  lifecycle: { preStop: { exec: { command: ['node', '-e', 'setTimeout(() => {}, 5000)'] } } },
  ...restricted,
  volumeMounts,
}

const deployment: Deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    minReadySeconds: 5,
    template: {
      metadata: { labels },
      spec: {
        ...podSecurity,
        terminationGracePeriodSeconds: 20,
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: labels },
          },
        ],
        containers: [serverContainer],
        volumes: [secretVolume('portal-secrets'), temporaryVolume],
      },
    },
  },
}

/** A command with the owner's role. A finished job cannot be changed, so each run needs a name of its own. */
const commandJob = (jobName: string, app: string, container: Partial<Container>, limit: Partial<Job['spec']>): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: jobName, labels: { 'app.kubernetes.io/name': app } },
  spec: {
    ...limit,
    ttlSecondsAfterFinished: 86_400,
    template: {
      metadata: { labels: { 'app.kubernetes.io/name': app } },
      spec: {
        ...podSecurity,
        // A failed pod stays, with its log.
        restartPolicy: 'Never',
        containers: [
          {
            name: 'command',
            image,
            ...container,
            env: [secretFile('DATABASE_URL'), secretFile('DATABASE_OWNER_URL')],
            resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
            ...restricted,
            volumeMounts,
          },
        ],
        volumes: [secretVolume('portal-owner-secrets'), temporaryVolume],
      },
    },
  },
})

const migrateJob = commandJob(
  'portal-migrate-0-1-0',
  'portal-migrate',
  { command: ['node', 'dist/server/commands/migrate.js'] },
  { backoffLimit: 6, activeDeadlineSeconds: 1_800 },
)

/** Its log has a link for the first administrator, who invites everybody else. */
const addStaffJob = commandJob(
  'portal-add-staff',
  'portal-add-staff',
  {
    command: ['node', 'dist/server/commands/add-staff.js', '--email', 'replace-me@example.org', '--name', 'replace-me'],
    envFrom: [{ configMapRef: { name: 'portal-settings' } }],
  },
  { backoffLimit: 0, activeDeadlineSeconds: 600 },
)

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
}

const ingress: Ingress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: {
    ...metadata,
    annotations: {
      // For ingress-nginx: uploads of 5 MiB, streamed to the server, and no second attempt at what may have been done.
      'nginx.ingress.kubernetes.io/proxy-body-size': '6m',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '60',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '60',
      'nginx.ingress.kubernetes.io/proxy-next-upstream': 'off',
    },
  },
  spec: {
    ingressClassName: 'nginx',
    tls: [{ hosts: ['recruitment.example.org'], secretName: 'portal-tls' }],
    rules: [
      {
        host: 'recruitment.example.org',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name, port: { name: 'http' } } } }],
        },
      },
    ],
  },
}

const autoscaler: HorizontalPodAutoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: 2,
    // Ten pods, one of them while a version is rolled out, take 370 of the database's 400 connections. More need PgBouncer
    // or a smaller DATABASE_POOL.
    maxReplicas: 9,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } }],
    behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
  },
}

const disruptionBudget: PodDisruptionBudget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { minAvailable: 1, selector: { matchLabels: labels } },
}

const exampleSecret = (secretName: string, names: string[]): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: secretName, labels },
  type: 'Opaque',
  stringData: Object.fromEntries(names.map((one) => [one, 'replace-me'])),
})

/** The passwords of a role, as CloudNativePG reads them. */
const exampleLogin = (secretName: string, role: string): Secret => ({
  ...exampleSecret(secretName, []),
  type: 'kubernetes.io/basic-auth',
  stringData: { username: role, password: 'replace-me' },
})

/** What is not secret; docs/operations.md explains each. */
const exampleSettings: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'portal-settings', labels },
  data: {
    PUBLIC_URL: 'https://recruitment.example.org',
    // The pods' network, from which the ingress reaches them.
    TRUSTED_PROXIES: '10.0.0.0/8',
    REMITA_BASE_URL: 'replace-me',
    REMITA_WIDGET_URL: 'replace-me',
    REMITA_MERCHANT_ID: 'replace-me',
    REMITA_SERVICE_TYPE_ID: 'replace-me',
    NIN_PROVIDER: 'prembly',
    NIN_BASE_URL: 'replace-me',
    MAIL_FROM: 'Recruitment <recruitment@example.org>',
    S3_ENDPOINT: 'https://s3.example.org',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'portal-uploads',
    CLAMAV_ADDRESS: '',
  },
}

const postgres: PostgresCluster = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata: { name: 'portal-postgres', labels: { 'app.kubernetes.io/name': 'portal-postgres' } },
  spec: {
    instances: 3,
    // A commit is acknowledged once one standby has it as well.
    minSyncReplicas: 1,
    maxSyncReplicas: 1,
    failoverDelay: 0,
    storage: { size: '200Gi' },
    walStorage: { size: '50Gi' },
    resources: { requests: { cpu: '4', memory: '16Gi' }, limits: { memory: '16Gi' } },
    affinity: {
      enablePodAntiAffinity: true,
      topologyKey: 'kubernetes.io/hostname',
      podAntiAffinityType: 'required',
    },
    postgresql: {
      parameters: {
        max_connections: '400',
        shared_buffers: '4GB',
        log_min_error_statement: 'panic',
        log_error_verbosity: 'terse',
      },
    },
    bootstrap: { initdb: { database: 'portal', owner: 'portal_owner', secret: { name: 'portal-owner-login' } } },
    managed: {
      roles: [{ name: 'portal_app', ensure: 'present', login: true, passwordSecret: { name: 'portal-app-login' } }],
    },
    backup: {
      retentionPolicy: '30d',
      barmanObjectStore: {
        destinationPath: 's3://portal-backups/',
        endpointURL: 'https://s3.example.org',
        s3Credentials: {
          accessKeyId: { name: 'portal-backup-keys', key: 'access-key-id' },
          secretAccessKey: { name: 'portal-backup-keys', key: 'secret-access-key' },
        },
        wal: { compression: 'gzip' },
      },
    },
  },
}

const fileNames = (variables: EnvVar[] = []) =>
  variables.flatMap(({ name, value = '' }) => (name.endsWith('_FILE') ? (value.split('/').at(-1) ?? []) : []))

/** The documents of each file in deploy/kubernetes. */
export const manifests: Record<string, object[]> = {
  'deployment.yaml': [deployment],
  'migrate-job.yaml': [migrateJob],
  'add-staff-job.yaml': [addStaffJob],
  'service.yaml': [service],
  'ingress.yaml': [ingress],
  'hpa.yaml': [autoscaler],
  'pdb.yaml': [disruptionBudget],
  'postgres-cluster.yaml': [postgres],
  'secrets.example.yaml': [
    exampleSecret('portal-secrets', fileNames(serverContainer.env)),
    exampleSecret('portal-owner-secrets', ['database-url', 'database-owner-url']),
    exampleLogin('portal-owner-login', 'portal_owner'),
    exampleLogin('portal-app-login', 'portal_app'),
    exampleSecret('portal-backup-keys', ['access-key-id', 'secret-access-key']),
  ],
  'settings.example.yaml': [exampleSettings],
}
