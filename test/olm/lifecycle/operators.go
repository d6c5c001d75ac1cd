package main

import (
	"context"
	"time"

	configclient "github.com/openshift/client-go/config/clientset/versioned"
	"github.com/sirupsen/logrus"
	core "k8s.io/api/core/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/tools/clientcmd"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/utils/clock"

	"github.com/operator-framework/operator-lifecycle-manager/pkg/api/client/clientset/versioned"
	"github.com/operator-framework/operator-lifecycle-manager/pkg/controller/operators/catalog"
	"github.com/operator-framework/operator-lifecycle-manager/pkg/controller/operators/olm"
	"github.com/operator-framework/operator-lifecycle-manager/pkg/lib/operatorclient"
	"github.com/operator-framework/operator-lifecycle-manager/pkg/lib/queueinformer"
)

const (
	wakeUp = 5 * time.Minute
	// Of an image that nobody starts here.
	noImage = "registry.example/none:1"
	anyUser = -1
	// Whose catalogs everybody may use; nobody has any here.
	globalCatalogs = "olm"
)

// startResolver starts what its project calls the catalog operator.
func startResolver(ctx context.Context, kubeconfig string) error {
	if err := apiextensions.AddToScheme(scheme.Scheme); err != nil {
		return err
	}
	if err := apiregistration.AddToScheme(scheme.Scheme); err != nil {
		return err
	}
	operator, err := catalog.NewOperator(ctx, kubeconfig, clock.RealClock{}, logrus.New(), wakeUp,
		noImage, noImage, noImage, globalCatalogs, scheme.Scheme, time.Minute, time.Minute, anyUser)
	if err != nil {
		return err
	}
	operator.Run(ctx)
	<-operator.Ready()
	return nil
}

// startInstaller starts what its project calls the OLM operator.
func startInstaller(ctx context.Context, kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	operators, err := versioned.NewForConfig(config)
	if err != nil {
		return err
	}
	objects, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	openshift, err := configclient.NewForConfig(config)
	if err != nil {
		return err
	}
	cluster, err := operatorclient.NewClientFromRestConfig(config)
	if err != nil {
		return err
	}
	operator, err := olm.NewOperator(ctx,
		olm.WithLogger(logrus.New()),
		olm.WithWatchedNamespaces(core.NamespaceAll),
		olm.WithResyncPeriod(queueinformer.ResyncWithJitter(wakeUp, 0.2)),
		olm.WithExternalClient(operators),
		olm.WithMetadataClient(objects),
		olm.WithOperatorClient(cluster),
		olm.WithRestConfig(config),
		olm.WithConfigClient(openshift),
	)
	if err != nil {
		return err
	}
	operator.Run(ctx)
	<-operator.Ready()
	return nil
}
