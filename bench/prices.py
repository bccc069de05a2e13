"""List prices of AWS and X in USD: Ireland (eu-west-1), arm64, November 2026.

Spot prices move. When you update a price, update the date.
"""

from typing import Final

AS_OF: Final = "2026-11-19"

TRANSITION: Final = 0.025 / 1_000  # Step Functions, Standard
LAMBDA_GB_SECOND: Final = 0.000_013_333_4
LAMBDA_REQUEST: Final = 0.20 / 1_000_000
FARGATE_CPU_HOUR: Final = 0.032_38
FARGATE_GB_HOUR: Final = 0.003_56
SPOT_SHARE_OF_PRICE: Final = 0.32
S3_WRITE: Final = 0.005 / 1_000  # PUT, COPY, LIST
S3_READ: Final = 0.000_4 / 1_000  # GET, HEAD
S3_GB_MONTH: Final = 0.023
SQS_REQUEST: Final = 0.40 / 1_000_000
SQS_FIFO_REQUEST: Final = 0.50 / 1_000_000
LOGS_GB: Final = 0.57
TRACE: Final = 5.00 / 1_000_000  # X-Ray
GPU_HOUR: Final = 0.805  # g6.xlarge in us-east-1, on demand: Ireland has none
GPU_SPOT_SHARE_OF_PRICE: Final = 0.45
SAGEMAKER_HOUR: Final = 1.13  # ml.g6.xlarge in us-east-1
NAT_HOUR: Final = 0.048
NAT_GB: Final = 0.048
ADDRESS_HOUR: Final = 0.005  # a public IPv4 address
DATABASE_UNIT_HOUR: Final = 0.082  # DocumentDB Serverless
DATABASE_IO: Final = 0.20 / 1_000_000  # DocumentDB, standard storage
CDN_REQUEST: Final = 0.012 / 10_000  # CloudFront, Europe, HTTPS
CDN_GB: Final = 0.085  # the first ten terabytes of a month; the first one is free, which is not counted here
ALARM_MONTH: Final = 0.10
METRIC_MONTH: Final = 0.30  # a custom metric, by the hours in which it is published; so are those of Container Insights
ZONE_MONTH: Final = 0.50  # a private zone of Route 53, which Cloud Map keeps
SECRET_MONTH: Final = 0.40
EXPRESS_REQUEST: Final = 1.00 / 1_000_000
EXPRESS_GB_SECOND: Final = 0.000_016_67
POST: Final = 0.005  # X API v2, pay per use
FOOTBALL_MONTH: Final = 19.0  # API-Football, the smallest plan that a season fits


def fargate_hour(cpu: int, memory: int) -> float:
    """Return the price of an on-demand task with these CPU units and megabytes."""
    return cpu / 1024 * FARGATE_CPU_HOUR + memory / 1024 * FARGATE_GB_HOUR
