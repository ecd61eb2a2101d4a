{{- define "tipstaff.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "tipstaff.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "tipstaff.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "tipstaff.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "tipstaff.selector" -}}
app.kubernetes.io/name: {{ include "tipstaff.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tipstaff.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "tipstaff.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "tipstaff.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tipstaff.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "tipstaff.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{/* Host of the ingress. Default: the host of baseUrl without the port. */}}
{{- define "tipstaff.host" -}}
{{- default (regexReplaceAll ":[0-9]+$" (get (urlParse .Values.baseUrl) "host") "") .Values.ingress.host -}}
{{- end -}}

{{- define "tipstaff.podSecurityContext" -}}
runAsNonRoot: true
{{- with .Values.runAsUser }}
runAsUser: {{ . | int64 }}
runAsGroup: {{ . | int64 }}
fsGroup: {{ . | int64 }}
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "tipstaff.containerSecurityContext" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Environment variables, mounts and volumes of a container that runs Tipstaff. */}}
{{- define "tipstaff.environment" -}}
- { name: TIPSTAFF_HOST, value: {{ .Values.listenAddress | quote }} }
- { name: TIPSTAFF_PORT, value: "8080" }
# A subfolder of the volume, so that the user of the process owns it.
- { name: TIPSTAFF_DATA_DIR, value: /data/instance }
- { name: TIPSTAFF_BASE_URL, value: {{ .Values.baseUrl | quote }} }
- { name: TIPSTAFF_ENCRYPTION_KEY_FILE, value: /run/tipstaff/encryption-key/key }
- { name: TIPSTAFF_DATABASE_URL_FILE, value: /run/tipstaff/database/url }
{{- if .Values.database.passwordKey }}
- { name: TIPSTAFF_DATABASE_PASSWORD_FILE, value: /run/tipstaff/database/password }
{{- end }}
- { name: TIPSTAFF_DATABASE_CONNECTIONS, value: {{ .Values.database.connections | quote }} }
- { name: TIPSTAFF_DATABASE_POOLER, value: {{ .Values.database.pooler }} }
- { name: TIPSTAFF_EDITION, value: {{ .Values.edition }} }
- { name: TIPSTAFF_VOCABULARY, value: {{ .Values.vocabulary }} }
- { name: TIPSTAFF_LOG_LEVEL, value: {{ .Values.logLevel }} }
- { name: TIPSTAFF_RATE_LIMIT_STORE, value: {{ .Values.rateLimitStore }} }
- { name: TIPSTAFF_POLICY_ENGINE_MEMORY, value: {{ .Values.policyEngine.memory | quote }} }
{{- with .Values.trustedProxies }}
- { name: TIPSTAFF_TRUSTED_PROXIES, value: {{ join "," . | quote }} }
{{- end }}
{{- with .Values.hostAliases }}
- { name: TIPSTAFF_HOST_ALIASES, value: {{ join "," . | quote }} }
{{- end }}
{{- with .Values.runPlatforms }}
- { name: TIPSTAFF_RUN_PLATFORMS, value: {{ join "," . | quote }} }
{{- end }}
{{- with .Values.supportEmail }}
- { name: TIPSTAFF_SUPPORT_EMAIL, value: {{ . | quote }} }
{{- end }}
{{- if .Values.metrics.secretName }}
- { name: TIPSTAFF_METRICS_TOKEN_FILE, value: /run/tipstaff/metrics/token }
{{- end }}
{{- with .Values.extraEnvironment }}
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end -}}

{{- define "tipstaff.mounts" -}}
- { name: data, mountPath: /data }
- { name: temporary, mountPath: /tmp }
- { name: encryption-key, mountPath: /run/tipstaff/encryption-key, readOnly: true }
- { name: database, mountPath: /run/tipstaff/database, readOnly: true }
{{- if .Values.database.certificateAuthority.configMapName }}
- { name: certificate-authority, mountPath: /run/tipstaff/ca, readOnly: true }
{{- end }}
{{- if .Values.metrics.secretName }}
- { name: metrics, mountPath: /run/tipstaff/metrics, readOnly: true }
{{- end }}
{{- end -}}

{{- define "tipstaff.volumes" -}}
- name: data
  emptyDir: { sizeLimit: {{ .Values.storage.sizeLimit }} }
- name: temporary
  emptyDir: { sizeLimit: 1Gi }
- name: encryption-key
  secret:
    secretName: {{ .Values.encryptionKey.secretName }}
    defaultMode: 288 # 0440
    items: [{ key: {{ .Values.encryptionKey.key }}, path: key }]
- name: database
  secret:
    secretName: {{ .Values.database.secretName }}
    defaultMode: 288 # 0440
    items:
      - { key: {{ .Values.database.urlKey }}, path: url }
      {{- with .Values.database.passwordKey }}
      - { key: {{ . }}, path: password }
      {{- end }}
{{- with .Values.database.certificateAuthority }}
{{- if .configMapName }}
- name: certificate-authority
  configMap:
    name: {{ .configMapName }}
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}
{{- end }}
{{- with .Values.metrics }}
{{- if .secretName }}
- name: metrics
  secret:
    secretName: {{ .secretName }}
    defaultMode: 288 # 0440
    items: [{ key: {{ .key }}, path: token }]
{{- end }}
{{- end }}
{{- end -}}
