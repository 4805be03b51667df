{{- define "eventide.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "eventide.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- $name := include "eventide.name" . }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "eventide.selectorLabels" -}}
app.kubernetes.io/name: {{ include "eventide.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The same on a command line. */}}
{{- define "eventide.selector" -}}
app.kubernetes.io/name={{ include "eventide.name" . }},app.kubernetes.io/instance={{ .Release.Name }}
{{- end }}

{{/* Tells the service of metrics from the others. */}}
{{- define "eventide.metricsLabel" -}}
app.kubernetes.io/component: metrics
{{- end }}

{{/* Tells the pod of `helm test` from those that it asks. */}}
{{- define "eventide.testLabels" -}}
app.kubernetes.io/name: {{ printf "%s-test" (include "eventide.name" . | trunc 58 | trimSuffix "-") }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "eventide.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "eventide.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "eventide.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "eventide.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "eventide.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{/* Unless it was said: whether something is in front that writes X-Forwarded-For itself. */}}
{{- define "eventide.trustProxy" -}}
{{- if kindIs "bool" .Values.trustProxy }}{{ .Values.trustProxy }}{{ else }}{{ .Values.ingress.enabled }}{{ end }}
{{- end }}

{{/* Whether config.BACKUP_DIR outlives a pod: "true", or nothing. */}}
{{- define "eventide.keepsBackups" -}}
{{- $dir := printf "%s/" (trimSuffix "/" (toString .Values.config.BACKUP_DIR)) }}
{{- $mounts := ternary (list "/data") list .Values.database.embedded }}
{{- range .Values.extraVolumeMounts }}{{ $mounts = append $mounts .mountPath }}{{ end }}
{{- $kept := "" }}
{{- range $mounts }}{{ if hasPrefix (printf "%s/" (trimSuffix "/" .)) $dir }}{{ $kept = "true" }}{{ end }}{{ end }}
{{- $kept }}
{{- end }}

{{/* The user of the pods; empty: the cluster chooses. `--reuse-values` gives the values of a chart of before, which said nothing of it. */}}
{{- define "eventide.runAs" -}}
{{- if kindIs "invalid" .Values.runAs }}10001{{ else if .Values.runAs }}{{ int64 .Values.runAs }}{{ end }}
{{- end }}

{{/* What cannot be: said at once, and not by a pod that does not start. */}}
{{- define "eventide.check" -}}
{{- $db := .Values.database }}
{{- $one := and (le (int .Values.replicaCount) 1) (not .Values.autoscaling.enabled) }}
{{- if $db.embedded }}
{{- if not $one }}{{ fail "database.embedded: one pod only: set replicaCount to 1 and leave autoscaling off" }}{{ end }}
{{- if or $db.app.existingSecret $db.owner.existingSecret $db.direct.existingSecret $db.replica.existingSecret }}{{ fail "database.embedded: leave database.app, database.owner, database.direct and database.replica empty" }}{{ end }}
{{- if ne (include "eventide.runAs" .) "10001" }}{{ fail "runAs: database.embedded wants 10001, the user that the image knows by a name" }}{{ end }}
{{- else }}
{{- if not $db.app.existingSecret }}{{ fail "database.app.existingSecret: name the secret with the address of PostgreSQL, or set database.embedded" }}{{ end }}
{{- if not .Values.authSecret.existingSecret }}{{ fail "authSecret.existingSecret: name the secret that every pod shares" }}{{ end }}
{{- if and .Values.scannerTls.enabled (not .Values.scannerTls.existingSecret) }}{{ fail "scannerTls.existingSecret: name a certificate; only with database.embedded does Eventide keep an authority of its own" }}{{ end }}
{{- end }}
{{- range tuple $db.app $db.owner }}
{{- if and .existingSecret .usernameKey (not $db.host) }}{{ fail "database.host: needed by a secret with a name and a password" }}{{ end }}
{{- end }}
{{- if and $db.sslrootcert (not $db.sslmode) }}{{ fail "database.sslrootcert: needs database.sslmode, without which nothing is checked" }}{{ end }}
{{- if and $db.sslmode (not $db.host) }}{{ fail "database.sslmode: counts for addresses by database.host; for whole ones set config.PGSSLMODE" }}{{ end }}
{{- with .Values.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}{{ fail "autoscaling.minReplicas: no more than autoscaling.maxReplicas" }}{{ end }}
{{- end }}
{{- if .Values.autoscaling.enabled }}
{{- /* Kubernetes takes a limit without a request for one. */}}
{{- $resources := .Values.resources | default dict }}
{{- if not (or (dig "requests" "cpu" "" $resources) (dig "limits" "cpu" "" $resources)) }}{{ fail "resources.requests.cpu: autoscaling counts in what a pod asks for" }}{{ end }}
{{- end }}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) }}{{ fail "metrics.enabled: a ServiceMonitor has nothing to read without it" }}{{ end }}
{{- if .Values.scannerTls.enabled }}
{{- with .Values.scannerTls.service }}
{{- if and .loadBalancerSourceRanges (ne .type "LoadBalancer") }}{{ fail "scannerTls.service.loadBalancerSourceRanges: only a LoadBalancer heeds it; with another type, name networks in networkPolicy.scannerFrom" }}{{ end }}
{{- if and .externalTrafficPolicy (eq .type "ClusterIP") }}{{ fail "scannerTls.service.externalTrafficPolicy: a ClusterIP has no traffic from outside" }}{{ end }}
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}{{ fail "ingress.hosts: name one" }}{{ end }}
{{- if and .Values.config.BACKUP_DIR (not (include "eventide.keepsBackups" .)) }}{{ fail "config.BACKUP_DIR: name a folder on a volume of extraVolumes and extraVolumeMounts; what a pod keeps anywhere else goes with it" }}{{ end }}
{{- if lt (int .Values.terminationGracePeriodSeconds) (add (int .Values.drainSeconds) 20 | int) }}{{ fail "terminationGracePeriodSeconds: drainSeconds and 20 more are needed, 10 for requests under way, 5 for work beside them and the rest for the database" }}{{ end }}
{{- end }}

{{/* One variable from a secret: (dict "name" … "secret" … "key" …) */}}
{{- define "eventide.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end }}

{{/* The address of the database: (dict "name" … "role" … "database" …) */}}
{{- define "eventide.databaseAddress" -}}
{{- if .role.usernameKey }}
{{ include "eventide.fromSecret" (dict "name" (printf "%s_USER" .name) "secret" .role.existingSecret "key" .role.usernameKey) }}
{{ include "eventide.fromSecret" (dict "name" (printf "%s_PASSWORD" .name) "secret" .role.existingSecret "key" (.role.passwordKey | default "password")) }}
- name: {{ .name }}
  {{- /* An address of IPv6 alone: several hosts with ports of their own, and one that has its brackets, stay as they are. */}}
  {{- $host := ternary (printf "[%s]" .database.host) .database.host (regexMatch "^[^\\[,]*:[^\\[,]*:[^\\[,]*$" .database.host) }}
  {{- $tls := "" }}
  {{- with .database.sslmode }}{{ $tls = printf "?sslmode=%s" . }}{{ end }}
  {{- if .database.sslrootcert }}{{ $tls = printf "%s&sslrootcert=%s" $tls .database.sslrootcert }}{{ end }}
  value: postgres://$({{ .name }}_USER):$({{ .name }}_PASSWORD)@{{ $host }}:{{ .database.port }}/{{ .database.name }}{{ $tls }}
{{- else }}
{{ include "eventide.fromSecret" (dict "name" .name "secret" .role.existingSecret "key" .role.uriKey) }}
{{- end }}
{{- end }}

{{/* One probe on the port of pages and the API, which is closed until a pod is ready for the first time: (dict "path" …) */}}
{{- define "eventide.probe" -}}
httpGet:
  path: {{ .path }}
  port: http
timeoutSeconds: 5
{{- end }}
