// Prints the wire model of the kinds named as group/version/Kind: names, types, list and patch keys, protobuf numbers.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

type fieldModel struct {
	Name     string   `json:"name,omitempty"`
	Type     any      `json:"type"`
	Keep     bool     `json:"keep,omitempty"`
	Pointer  bool     `json:"pointer,omitempty"`
	Inline   bool     `json:"inline,omitempty"`
	Number   int      `json:"number,omitempty"`
	Patch    string   `json:"patch,omitempty"`
	MergeKey string   `json:"mergeKey,omitempty"`
	ListType string   `json:"listType,omitempty"`
	ListKeys []string `json:"listKeys,omitempty"`
	Default  any      `json:"default,omitempty"`
}
type typeModel struct {
	Fields []fieldModel `json:"fields"`
	Atomic bool         `json:"atomic,omitempty"`
}

type smdType struct {
	Name string  `json:"name"`
	Map  *smdMap `json:"map"`
}
type smdMap struct {
	Fields              []smdField `json:"fields"`
	ElementRelationship string     `json:"elementRelationship"`
}
type smdField struct {
	Name string `json:"name"`
	Type struct {
		List *struct {
			ElementRelationship string   `json:"elementRelationship"`
			Keys                []string `json:"keys"`
		} `json:"list"`
		Map *struct {
			ElementRelationship string `json:"elementRelationship"`
		} `json:"map"`
		ElementRelationship string `json:"elementRelationship"`
	} `json:"type"`
	Default any `json:"default"`
}

// What the published schemas leave out: markers of the CustomResourceDefinition types.
var overrides = map[string]fieldModel{
	"CustomResourceDefinitionStatus.conditions": {ListType: "map", ListKeys: []string{"type"}},
}
var smd = map[string]smdType{}
var out = map[string]*typeModel{}

func loadSMD(file string) {
	b, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	m := regexp.MustCompile("(?s)YAMLObject\\(`(.*?)`\\)").FindSubmatch(b)
	var s struct {
		Types []smdType `json:"types"`
	}
	if err := yaml.Unmarshal(m[1], &s); err != nil {
		panic(err)
	}
	for _, t := range s.Types {
		smd[t.Name] = t
	}
}

type namer interface{ OpenAPIModelName() string }

func typeName(t reflect.Type) string {
	if n, ok := reflect.New(t).Elem().Interface().(namer); ok {
		return n.OpenAPIModelName()
	}
	p := strings.Replace(t.PkgPath(), "k8s.io/", "io/k8s/", 1)
	return strings.ReplaceAll(strings.ReplaceAll(p, "-", "-"), "/", ".") + "." + t.Name()
}

var scalars = map[reflect.Type]string{
	reflect.TypeOf(metav1.Time{}): "time", reflect.TypeOf(metav1.MicroTime{}): "microtime",
	reflect.TypeOf(resource.Quantity{}): "quantity", reflect.TypeOf(intstr.IntOrString{}): "intstr",
	reflect.TypeOf(metav1.Duration{}): "duration", reflect.TypeOf(runtime.RawExtension{}): "any",
	reflect.TypeOf(metav1.FieldsV1{}): "any", reflect.TypeOf(apiextensionsv1.JSON{}): "any",
	reflect.TypeOf([]byte{}): "bytes", reflect.TypeOf(apiextensionsv1.JSONSchemaPropsOrArray{}): "any",
	reflect.TypeOf(apiextensionsv1.JSONSchemaPropsOrBool{}): "any", reflect.TypeOf(apiextensionsv1.JSONSchemaPropsOrStringArray{}): "any",
	reflect.TypeOf(metav1.Verbs{}): "any",
}

func typeOf(t reflect.Type) any {
	if t.Kind() == reflect.Ptr {
		return typeOf(t.Elem())
	}
	if s, ok := scalars[t]; ok {
		return s
	}
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Float64:
		return t.Kind().String()
	case reflect.Int, reflect.Uint32, reflect.Uint64, reflect.Uint16:
		return "int64"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return map[string]any{"list": typeOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"map": typeOf(t.Elem())}
	case reflect.Struct:
		return map[string]any{"ref": visit(t)}
	}
	panic(fmt.Sprint("type ", t))
}

func visit(t reflect.Type) string {
	n := typeName(t)
	if _, ok := out[n]; ok {
		return n
	}
	m := &typeModel{Fields: []fieldModel{}}
	out[n] = m
	sm := smd[n]
	lists := map[string]smdField{}
	if sm.Map != nil {
		m.Atomic = sm.Map.ElementRelationship == "atomic"
		for _, f := range sm.Map.Fields {
			lists[f.Name] = f
		}
	}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		j := strings.Split(f.Tag.Get("json"), ",")
		if j[0] == "-" || (j[0] == "" && !f.Anonymous) {
			continue
		}
		fm := fieldModel{Name: j[0], Type: typeOf(f.Type), Pointer: f.Type.Kind() == reflect.Ptr}
		opts := strings.Join(j[1:], ",")
		fm.Inline = f.Anonymous && j[0] == ""
		fm.Keep = !strings.Contains(opts, "omitempty") && !strings.Contains(opts, "omitzero") && !fm.Inline
		if strings.Contains(opts, "omitempty") && !strings.Contains(opts, "omitzero") && f.Type.Kind() == reflect.Struct && !fm.Inline {
			fm.Keep = true
		}
		if pb := strings.Split(f.Tag.Get("protobuf"), ","); len(pb) > 1 {
			fm.Number, _ = strconv.Atoi(pb[1])
		}
		fm.Patch, fm.MergeKey = f.Tag.Get("patchStrategy"), f.Tag.Get("patchMergeKey")
		if s, ok := lists[fm.Name]; ok && !fm.Inline {
			if s.Type.List != nil {
				fm.ListType, fm.ListKeys = s.Type.List.ElementRelationship, s.Type.List.Keys
				if fm.ListType == "associative" {
					fm.ListType = "set"
					if len(fm.ListKeys) > 0 {
						fm.ListType = "map"
					}
				}
			}
			if s.Type.Map != nil && s.Type.Map.ElementRelationship == "atomic" {
				fm.ListType = "atomic"
			}
			if s.Type.ElementRelationship == "atomic" {
				fm.ListType = "atomic"
			}
			if s.Default != nil && !reflect.DeepEqual(s.Default, map[string]any{}) && s.Default != "" {
				fm.Default = s.Default
			}
		}
		if o, ok := overrides[t.Name()+"."+fm.Name]; ok {
			fm.ListType, fm.ListKeys = o.ListType, o.ListKeys
		}
		m.Fields = append(m.Fields, fm)
	}
	return n
}

func main() {
	home, _ := os.UserHomeDir()
	g, _ := filepath.Glob(home + "/go/pkg/mod/k8s.io/client-go@v0.36.2/applyconfigurations/internal/internal.go")
	loadSMD(g[0])
	s := scheme.Scheme
	_ = apiextensionsv1.AddToScheme(s)
	for gvk, t := range s.AllKnownTypes() {
		if len(os.Args) > 1 {
			for _, want := range os.Args[1:] {
				if want == gvk.Group+"/"+gvk.Version+"/"+gvk.Kind {
					fmt.Fprintln(os.Stderr, want, typeName(t))
					visit(t)
				}
			}
		}
	}
	visit(reflect.TypeOf(metav1.DeleteOptions{}))
	visit(reflect.TypeOf(metav1.Status{}))
	_ = corev1.Pod{}
	names := []string{}
	for n := range out {
		names = append(names, n)
	}
	sort.Strings(names)
	fmt.Println("{")
	for i, n := range names {
		b, _ := json.Marshal(out[n])
		c := ","
		if i == len(names)-1 {
			c = ""
		}
		fmt.Printf("%q: %s%s\n", n, b, c)
	}
	fmt.Println("}")
}
